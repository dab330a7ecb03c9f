// Generates random regular expressions, each in its original form and in a form for lower-case text.
import { escapeLiteral as escaped } from '../../../../src/domain/linear-regex/parse.ts';
import { lower } from './meaning.ts';
import { type GeneratorContext, makeLiteral } from './random-values.ts';

export interface RandomPattern {
  readonly source: string;
  readonly lowered: string;
}

const same = (source: string): RandomPattern => ({ source, lowered: source });

const classes: readonly RandomPattern[] = [
  ...[
    '.',
    '\\d',
    '\\D',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '[[:digit:]]',
    '[^a-c]',
    '\\x41?',
    '\\b',
    '\\B',
    '^',
    '$',
  ].map(same),
  { source: '[A-F]', lowered: '[A-Fa-f]' },
  { source: '[^B-M_]', lowered: '[^B-Mb-m_]' },
  { source: '[À-Ö\\d]', lowered: '[À-Öà-ö\\d]' },
  { source: '[Ж%.\\]-]', lowered: '[Жж%.\\]-]' },
];

export function randomPattern(making: GeneratorContext, depth: number): RandomPattern {
  const { choices } = making;
  if (depth === 0) return choices.chance(0.4) ? choices.pick(classes) : characters(making);
  const inside = () => randomPattern(making, depth - 1);
  const [one, other] = [inside(), inside()];
  return choices.pick([
    () => joined(one, '', other),
    () => wrapped('(?:', joined(one, '|', other), ')'),
    () => wrapped('(', one, `)${choices.pick(['*', '+', '?', '*?', '{1,2}', '{2}', '{0,3}?', '{1,}'])}`),
    () => wrapped('^', one, ''),
    () => wrapped('', one, '$'),
  ])();
}

function characters(making: GeneratorContext): RandomPattern {
  const some = [...makeLiteral(making).of({})!].slice(0, 1 + making.choices.below(2));
  const written = (text: string) => [...text].map(escaped).join('');
  return { source: written(some.join('')), lowered: written(some.map(lower).join('')) };
}

function joined(one: RandomPattern, between: string, other: RandomPattern): RandomPattern {
  return { source: one.source + between + other.source, lowered: one.lowered + between + other.lowered };
}

function wrapped(before: string, { source, lowered }: RandomPattern, after: string): RandomPattern {
  return { source: before + source + after, lowered: before + lowered + after };
}

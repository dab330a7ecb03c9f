// Tests the parsing of a reader's commands.
import { expect, it } from '@jest/globals';
import { COMMAND_HELP, parseCommand } from './command.ts';

it.each([
  ['task 7\n', { name: 'task', number: 7 }],
  ['click 12 340', { name: 'click', x: 12, y: 340 }],
  ['click 12, 340', { name: 'click', x: 12, y: 340 }],
  ['type  two spaces ', { name: 'type', text: ' two spaces ' }],
  ['key Control+A', { name: 'key', key: 'Control+A' }],
  ['key /', { name: 'key', key: '/' }],
  ['scroll -99999', { name: 'scroll', pixels: -10_000 }],
  ['wait 900', { name: 'wait', seconds: 60 }],
  ['mail', { name: 'mail' }],
  ['mail 2', { name: 'mail', number: 2 }],
  ['mail 2 1', { name: 'mail', number: 2, link: 1 }],
  ['done the word is\nnot here', { name: 'done', text: 'the word is\nnot here' }],
  ['give up', { name: 'give up' }],
  ['end', { name: 'end' }],
])('reads %j', (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});

it.each([
  '',
  'task',
  'task seven',
  'click 12',
  'click 1 2 3',
  'type',
  'mail 1 2 3',
  'key a b',
  'give',
  'jump 1 2',
])('explains why %j is not a command', (line) => {
  expect(typeof parseCommand(line)).toBe('string');
});

it('describes every command', () => {
  for (const word of ['task', 'click', 'choose', 'file', 'mail', 'give up', 'report', 'end'])
    expect(COMMAND_HELP).toContain(word);
});

// Result of a requested fixity check that covers an AU, with a link to the printable certificate.
import type { AuCertificate } from '@holdfast/api-types';
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../../language/format.ts';
import { t } from '../../../language/t.ts';
import { formatHref, formatPath } from '../../../routing/location.ts';
import { canCall } from '../../../service/clients.ts';

const FAULTS = ['damaged', 'missing', 'unreadable', 'notChecked', 'repaired'] as const;

interface CertificateProps {
  readonly certificate: AuCertificate;
  /** Text of the link. */
  readonly children: ComponentChildren;
}

export function CertificateResult({ certificate, children }: CertificateProps) {
  const { check, scope, verdict, intact, artifacts } = certificate;
  const words = [
    ...(scope === 'au' ? [] : [t(`au.certificateOf.${scope}`)]),
    t(`checks.verdict.${verdict}`),
    t('checks.sentence', { intact, requested: artifacts }),
    ...FAULTS.filter((name) => certificate[name] > 0).map(
      (name) => `${t(`checks.${name}`)}: ${formatCount(certificate[name])}`,
    ),
  ];
  return (
    <>
      {canCall('repository', 'getCheck') ? (
        <a href={formatHref(formatPath('/checks/:check', { check }))}>{children}</a>
      ) : (
        children
      )}
      <span class={verdict === 'intact' || verdict === 'repaired' ? 'muted' : 'warning'}>
        {' · '}
        {words.join(' · ')}
      </span>
    </>
  );
}

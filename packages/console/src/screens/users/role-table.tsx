// Describes what each role may do. The API documentation lists the roles for each operation.
import { t } from '../../language/t.ts';
import { ScrollRegion } from '../../parts/basic/scroll-region.tsx';
import { reachableServices, session } from '../../service/session.ts';
import { ROLES } from './roles.ts';

export function RoleTable() {
  const shown = (['repository', 'configuration'] as const).filter(
    (service) => reachableServices.value[service],
  );
  const held = session.value?.roles ?? [];
  return (
    <section class="card stack">
      <h2>{t('users.whoMayWhat')}</h2>
      <ScrollRegion label={t('users.whoMayWhat')}>
        <table class="users-may">
          <thead>
            <tr>
              <th scope="col">{t('users.roleHead')}</th>
              {shown.map((service) => (
                <th key={service} scope="col">
                  {t(`users.may.in.${service}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {ROLES.map((role) => (
              <tr key={role}>
                <th scope="row">
                  {t(`shell.role.${role}`)}{' '}
                  {held.includes(role) && <span class="badge badge-good">{t('users.yours')}</span>}
                  <br />
                  <code class="small muted">{role}</code>
                </th>
                {shown.map((service) => (
                  <td key={service}>{t(`users.may.${service}.${role}`)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  );
}

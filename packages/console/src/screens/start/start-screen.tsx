// What is shown at `/` as long as no overview has its place there: which services there are.
import { t } from '../../language/t.ts';
import { services } from '../../service/session.ts';

export default function StartScreen() {
  const there = Object.keys(services.value) as (keyof typeof services.value)[];
  return (
    <>
      <header class="screen-head">
        <h1>{t('overview.title')}</h1>
      </header>
      <ul class="cards">
        {there.map((name) => (
          <li key={name} class="card">
            <h2>{t(`shell.service.${name}`)}</h2>
            <p>
              <a href={new URL('docs', services.value[name]).href} target="_blank" rel="noreferrer">
                {t('shell.docs')}
              </a>
            </p>
          </li>
        ))}
      </ul>
    </>
  );
}

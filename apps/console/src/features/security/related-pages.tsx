import { Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { configQuery } from '#core/config.ts';
import { useT } from '#core/i18n/i18n.ts';
import classes from './security.module.css';

const PAGES = [
  { to: '/setting/audit', title: 'routes.settingAudit', about: 'security.related.audit' },
  { to: '/setting/sign-on', title: 'routes.settingSignOn', about: 'security.related.signOn' },
  { to: '/setting/access-token', title: 'routes.settingAccessToken', about: 'security.related.tokens' },
  {
    to: '/setting/personal-data',
    title: 'routes.settingPersonalData',
    about: 'security.related.personalData',
  },
] as const;

/** The pages with the other rules of access. */
export function RelatedPages() {
  const t = useT();
  const { data: config } = useQuery(configQuery);
  return (
    <Panel title={t('security.part.related')}>
      <ul className={classes.related}>
        {PAGES.map(({ to, title, about }) => (
          <li key={to}>
            <Link to={to} search={{}}>
              {t(title)}
            </Link>
            <span>{t(about)}</span>
          </li>
        ))}
        {config && (
          <li>
            <a href={config.portalUrl}>{t('security.portal')}</a>
            <span>{t('security.related.portal')}</span>
          </li>
        )}
      </ul>
    </Panel>
  );
}

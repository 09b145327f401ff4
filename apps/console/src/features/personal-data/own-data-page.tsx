import { PageHeader } from '@gwanje/ui/page-header';
import { useQuery } from '@tanstack/react-query';
import { configQuery } from '#core/config.ts';
import { useT } from '#core/i18n/i18n.ts';
import { withActor } from '#core/session/write-access.tsx';
import { PersonData } from './person-data.tsx';
import classes from './personal-data.module.css';

/** What is stored of the user who looks, which every user may see and download. */
export const OwnDataPage = withActor(({ actor: { userNo } }) => {
  const t = useT();
  const { data: config } = useQuery(configQuery);
  return (
    <>
      <PageHeader title={t('routes.myData')} />
      <p className={classes.lead}>
        {t('personalData.ownLead')} {t('personalData.ownSessions')}{' '}
        {config && <a href={config.portalUrl}>{t('personalData.toPortal')}</a>}
      </p>
      <PersonData userNo={userNo} isOwn />
    </>
  );
});

import type { ResponseOf } from '@gwanje/contract/definition/endpoint';
import { listErasures } from '@gwanje/contract/users/personal-data';
import { pseudonymOf } from '@gwanje/contract/users/pseudonym';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Chip } from '@gwanje/ui/chip';
import { TextCell } from '@gwanje/ui/list/cells';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { LoadedPage, SettingsHeader } from '#components/settings/settings-header.tsx';
import { apiQuery } from '#core/api/query.ts';
import { useT } from '#core/i18n/i18n.ts';
import { personName } from '#core/i18n/person-name.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { PersonData } from './person-data.tsx';
import classes from './personal-data.module.css';

type Erasures = ResponseOf<typeof listErasures>;

const erasuresQuery = apiQuery(listErasures, {}, { staleMs: 5_000 });

const erasureColumns: TableColumns<Erasures['erasureList'][number]> = {
  userNo: {
    label: 'personalData.person',
    cell: (userNo, _, { t }) => <TextCell text={personName(pseudonymOf(userNo), t)} isStrong />,
  },
  erasedAt: { label: 'personalData.at', width: 170, cell: (at) => formatTimestamp(at) },
  erasedBy: { label: 'personalData.by', width: 130, cell: (by) => <TextCell text={by ?? '-'} /> },
  finishedAt: {
    label: 'personalData.state',
    width: 150,
    cell: (at, _, { t }) =>
      at === null ? (
        <Chip colour="orange" label={t('personalData.running')} />
      ) : (
        <Chip colour="normal" label={t('personalData.finished')} />
      ),
  },
};

const leftoverColumns: TableColumns<Erasures['deletedUserList'][number]> = {
  userId: {
    label: 'personalData.person',
    cell: (userId, { userNo }) => <TextCell text={userId ?? pseudonymOf(userNo)} isStrong />,
  },
  deletedAt: { label: 'personalData.deletedAt', width: 170, cell: (at) => formatTimestamp(at) },
};

/** The address holds the opened user, whom the list of users links to. */
export function ErasuresPage() {
  const t = useT();
  const address = useAddress();
  const userNo = parseIdText(address.search.userNo);
  const open = (no: number | undefined) =>
    void address.change({ userNo: no === undefined ? undefined : String(no) });
  const query = useQuery(erasuresQuery);
  const title = t('routes.settingPersonalData');
  return (
    <LoadedPage query={query} title={title} failedTitle={t('personalData.failed')}>
      {({ erasureList, deletedUserList }) => (
        <>
          <SettingsHeader title={title} />
          <p className={classes.lead}>
            {t('personalData.lead')} {t('personalData.leadErased')}{' '}
            {userNo === undefined && (
              <>
                {t('personalData.chooseUser')} <Link to="/setting/user">{t('personalData.toUsers')}</Link>
              </>
            )}
          </p>
          <div className={classes.parts}>
            {userNo !== undefined && (
              <PersonData key={userNo} userNo={userNo} onClose={() => open(undefined)} />
            )}
            <div className={classes.pair}>
              <Panel title={t('personalData.leftovers')} note={t('personalData.leftoversNote')}>
                <Table
                  label={t('personalData.leftovers')}
                  columns={leftoverColumns}
                  rows={deletedUserList}
                  rowId={({ userNo: no }) => no}
                  onRowClick={({ userNo: no }) => open(no)}
                  empty={
                    <EmptyState icon="mdi-account-check-outline" title={t('personalData.noLeftovers')} />
                  }
                />
              </Panel>
              <Panel title={t('personalData.history')}>
                <Table
                  label={t('personalData.history')}
                  columns={erasureColumns}
                  rows={erasureList}
                  rowId={({ userNo: no }) => no}
                  onRowClick={({ userNo: no }) => open(no)}
                  empty={<EmptyState icon="mdi-account-off-outline" title={t('personalData.noHistory')} />}
                />
              </Panel>
            </div>
          </div>
        </>
      )}
    </LoadedPage>
  );
}

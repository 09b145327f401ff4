import { isUnavailable } from '@gwanje/domain/duty/duty-timeline';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '#components/links/page-link.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table } from '#components/list/table.tsx';
import { SettingsHeader } from '#components/settings/settings-header.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { useAddress } from '#core/navigation/use-address.ts';
import { IfMayChange } from '#core/session/write-access.tsx';
import { rotasQuery } from '#entities/duty/duty-queries.ts';

export function RotaList() {
  const t = useT();
  const { change } = useAddress();
  const query = useQuery(rotasQuery);
  const create = (
    <IfMayChange>
      <TextButton icon="mdi-plus" variant="filled" onClick={() => void change({ create: '1' })}>
        {t('duty.form.create')}
      </TextButton>
    </IfMayChange>
  );
  return (
    <>
      <SettingsHeader title={t('routes.settingDuty')} actions={create} />
      <Panel>
        <Table
          label={t('routes.settingDuty')}
          columns={{
            name: {
              label: 'duty.form.name',
              width: 220,
              cell: (name, { dutyRotaId }) => (
                <PageLink href={`/setting/duty?dutyRotaId=${dutyRotaId}`} text={name} />
              ),
            },
            metaGroupName: {
              label: 'duty.form.group',
              width: 200,
              cell: (name) => <InlineText text={name} />,
            },
            forSubGroupIdList: {
              label: 'duty.form.subGroups',
              width: 140,
              cell: (ids) =>
                ids === null ? (
                  t('duty.form.allSubGroups')
                ) : ids.length === 0 ? (
                  <Chip colour="orange" icon="mdi-alert" label={t('duty.form.coversNothing')} />
                ) : (
                  t('duty.form.subGroupCnt', { cnt: ids.length })
                ),
            },
            timeZone: { label: 'duty.form.timeZone', width: 140, cell: (zone) => zone },
            validFrom: {
              label: 'duty.form.validity',
              width: 200,
              cell: (from, { validTo }) =>
                from === null && validTo === null
                  ? t('duty.form.always')
                  : `${from ?? ''} ~ ${validTo ?? ''}`,
            },
            shiftCnt: { label: 'duty.form.shifts', width: 80, align: 'end', cell: (cnt) => cnt },
            personList: {
              label: 'duty.form.people',
              cell: (people) => {
                const absent = people.filter(({ problem }) => isUnavailable(problem));
                const names = people.flatMap(({ name }) => name ?? []);
                return absent.length > 0 ? (
                  <Chip
                    colour="orange"
                    icon="mdi-account-alert-outline"
                    label={t('duty.form.unavailablePeople', { cnt: absent.length })}
                    title={absent.map(({ name }) => name ?? t('duty.deletedUser')).join(', ')}
                  />
                ) : (
                  <InlineText text={names.join(', ')} />
                );
              },
            },
            stepCnt: { label: 'duty.form.steps', width: 120, align: 'end', cell: (cnt) => cnt },
            updatedAt: { label: 'duty.form.updatedAt', width: 160, cell: (at) => formatTimestamp(at) },
          }}
          rows={query.data?.rotaList}
          rowId={({ dutyRotaId }) => dutyRotaId}
          query={query}
          failedTitle={t('duty.failed')}
          skeletonRows={3}
          onRowClick={({ dutyRotaId }) => void change({ dutyRotaId: String(dutyRotaId) })}
          empty={
            <EmptyState
              icon="mdi-calendar-account-outline"
              title={t('duty.none')}
              text={t('duty.form.noneText')}
              actions={create}
            />
          }
        />
      </Panel>
    </>
  );
}

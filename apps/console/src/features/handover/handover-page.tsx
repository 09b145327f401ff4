import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { Choices } from '@gwanje/ui/choices';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ObjectList } from '#components/list/object-list.tsx';
import { Table } from '#components/list/table.tsx';
import { SearchBox } from '#components/list/toolbar/list-toolbar.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import { rotasQuery } from '#entities/duty/duty-queries.ts';
import classes from './handover.module.css';
import {
  type HandoverConditions,
  handoverAddress,
  handoverConditions,
  handoverFilter,
  isNarrowed,
  NO_CONDITIONS,
  shiftInAddress,
} from './handover-address.ts';
import { DraftPage, StoredPage } from './handover-detail.tsx';
import { dueColumns, handoverList } from './handover-list.tsx';
import { dueQuery } from './handover-queries.ts';

/** The lists, or the handover whose id or shift is in the address. */
export function HandoverPage() {
  const { search } = useAddress();
  const id = parseIdText(search.handoverId);
  const shift = shiftInAddress(search);
  if (id !== undefined) return <StoredPage key={id} handoverId={id} />;
  if (shift) return <DraftPage key={`${shift.dutyRotaId} ${shift.shiftId} ${shift.date}`} shift={shift} />;
  return <HandoverLists />;
}

const views = ['due', 'past'] as const;

function HandoverLists() {
  const t = useT();
  const { search, change } = useAddress();
  const view = search.view === 'past' ? 'past' : 'due';
  return (
    <>
      <PageHeader
        title={t('routes.handover')}
        actions={
          <>
            <Link to="/duty" search={{}} className={classes.link}>
              <Icon name="mdi-calendar-account-outline" />
              {t('routes.duty')}
            </Link>
            <Choices
              label={t('handover.show')}
              options={views.map((value) => ({ value, label: t(`handover.${value}`) }))}
              chosen={view}
              onChoose={(value) =>
                void change({ ...NO_CONDITIONS, view: value === 'past' ? value : undefined })
              }
            />
          </>
        }
      />
      {view === 'past' ? <PastHandovers /> : <DueHandovers />}
    </>
  );
}

function DueHandovers() {
  const t = useT();
  const query = useQuery(dueQuery);
  return (
    <Panel title={t('handover.due')} note={t('handover.dueNote')}>
      <Table
        label={t('handover.due')}
        columns={dueColumns}
        rows={query.data?.handoverList}
        rowId={handoverAddress}
        query={query}
        failedTitle={t('handover.failed')}
        skeletonRows={4}
        phoneLine={handoverList.phoneLine}
        onRowClick={(row) => void navigateTo(handoverAddress(row))}
        empty={
          <EmptyState
            icon="mdi-clipboard-arrow-right-outline"
            title={t('handover.noneDue')}
            text={t('handover.noneDueText')}
          />
        }
      />
    </Panel>
  );
}

/** The address holds the conditions. */
function PastHandovers() {
  const t = useT();
  const address = useAddress();
  const conditions = handoverConditions(address.search);
  return (
    <ObjectList
      declaration={handoverList}
      scope={{ filter: handoverFilter(conditions) }}
      onOpen={(row) => void navigateTo(handoverAddress(row))}
      extra={
        <Filters
          conditions={conditions}
          onChange={(patch) => void address.change(patch, { replace: true })}
          onReset={() => void address.change(NO_CONDITIONS)}
        />
      }
      empty={
        <EmptyState
          icon="mdi-clipboard-text-clock-outline"
          title={t(isNarrowed(conditions) ? 'handover.noneFound' : 'handover.nonePast')}
          text={t(isNarrowed(conditions) ? 'handover.noneFoundText' : 'handover.nonePastText')}
        />
      }
    />
  );
}

interface FiltersProps {
  readonly conditions: HandoverConditions;
  readonly onChange: (patch: AddressText) => void;
  readonly onReset: () => void;
}

function Filters({ conditions, onChange, onReset }: FiltersProps) {
  const t = useT();
  const { data } = useQuery(rotasQuery);
  return (
    <search className={classes.filters}>
      <SearchBox
        label={t('handover.search')}
        value={conditions.search}
        onChange={(text) => onChange({ search: text.trim() || undefined })}
      />
      <NativeSelect
        aria-label={t('handover.rota')}
        value={conditions.rota ?? ''}
        data={[
          { value: '', label: t('handover.allRotas') },
          ...(data?.rotaList ?? []).map(({ dutyRotaId, name }) => ({
            value: String(dutyRotaId),
            label: name,
          })),
        ]}
        onChange={(event) => onChange({ rota: event.currentTarget.value || undefined })}
      />
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(`handover.${end}Date`)}
          classNames={{ root: classes.when ?? '', label: classes.whenLabel ?? '' }}
          value={conditions[end]}
          onChange={(event) => onChange({ [end]: event.currentTarget.value || undefined })}
        />
      ))}
      {isNarrowed(conditions) && (
        <TextButton icon="mdi-filter-off-outline" variant="subtle" onClick={onReset}>
          {t('handover.reset')}
        </TextButton>
      )}
    </search>
  );
}

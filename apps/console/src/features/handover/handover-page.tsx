import { DutyRotaId } from '@gwanje/contract/definition/fields';
import { CalendarDate, ShiftId } from '@gwanje/contract/duty/duty-rotas';
import type { HandoverHead } from '@gwanje/contract/duty/handovers';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { TextButton } from '@gwanje/ui/buttons';
import { Chip } from '@gwanje/ui/chip';
import { Icon } from '@gwanje/ui/icon';
import { PageHeader } from '@gwanje/ui/page-header';
import { EmptyState, Panel } from '@gwanje/ui/panel';
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { PageLink } from '#components/links/page-link.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { Table, type TableColumns } from '#components/list/table.tsx';
import { useT } from '#core/i18n/i18n.ts';
import { navigateTo } from '#core/navigation/navigation.ts';
import { type AddressText, useAddress } from '#core/navigation/use-address.ts';
import classes from './handover.module.css';
import { DraftPage, StoredPage } from './handover-detail.tsx';
import { periodText } from './handover-period.ts';
import { dueQuery, PAGE_CNT, pastQuery, type ShiftOfDay } from './handover-queries.ts';
import { StateChip } from './state-chip.tsx';

/** The lists, or the handover whose id or shift is in the address. */
export function HandoverPage() {
  const { search } = useAddress();
  const id = parseIdText(search.handoverId);
  const shift = shiftIn(search);
  if (id !== undefined) return <StoredPage key={id} handoverId={id} />;
  if (shift) return <DraftPage key={`${shift.dutyRotaId} ${shift.shiftId} ${shift.date}`} shift={shift} />;
  return <HandoverLists />;
}

function shiftIn({ dutyRotaId, shiftId, date }: AddressText): ShiftOfDay | undefined {
  const rota = parseIdText(dutyRotaId);
  const shift = ShiftId.safeParse(shiftId).data;
  const day = CalendarDate.safeParse(date).data;
  if (rota === undefined || shift === undefined || day === undefined) return undefined;
  return { dutyRotaId: DutyRotaId.parse(rota), shiftId: shift, date: day };
}

export function handoverAddress({ handoverId, state, dutyRotaId, shiftId, date }: HandoverHead): string {
  return state !== 'draft' || dutyRotaId === null
    ? `/handover?handoverId=${handoverId}`
    : `/handover?${new URLSearchParams({ dutyRotaId: String(dutyRotaId), shiftId, date })}`;
}

function HandoverLists() {
  const t = useT();
  const query = useQuery(dueQuery);
  return (
    <>
      <PageHeader
        title={t('routes.handover')}
        actions={
          <Link to="/duty" search={{}} className={classes.link}>
            <Icon name="mdi-calendar-account-outline" />
            {t('routes.duty')}
          </Link>
        }
      />
      <div className={classes.lists}>
        <Panel title={t('handover.due')}>
          <HandoverTable
            label={t('handover.due')}
            rows={query.data?.handoverList}
            query={query}
            empty={
              <EmptyState
                icon="mdi-clipboard-arrow-right-outline"
                title={t('handover.noneDue')}
                text={t('handover.noneDueText')}
              />
            }
          />
        </Panel>
        <PastHandovers />
      </div>
    </>
  );
}

/** The address holds the conditions. */
function PastHandovers() {
  const t = useT();
  const { search, change } = useAddress();
  const [typed, setTyped] = useState(search.q ?? '');
  const pageNo = parseIdText(search.page) ?? 1;
  const day = (text: string | undefined) => CalendarDate.safeParse(text).data;
  const [from, to] = [day(search.from), day(search.to)];
  const query = useQuery(
    pastQuery(pageNo, {
      ...(search.q && { search: search.q.slice(0, 200) }),
      ...(from && { fromAt: new Date(`${from}T00:00:00`).toISOString() }),
      ...(to && { toAt: new Date(`${to}T23:59:59`).toISOString() }),
    }),
  );
  const pages = Math.max(1, Math.ceil((query.data?.totalCnt ?? 0) / PAGE_CNT));
  return (
    <Panel title={t('handover.past')}>
      <form
        className={classes.search}
        onSubmit={(event) => {
          event.preventDefault();
          void change({ q: typed.trim() || undefined, page: undefined });
        }}
      >
        <TextInput
          className={classes.searchText ?? ''}
          aria-label={t('handover.search')}
          placeholder={t('handover.search')}
          leftSection={<Icon name="mdi-magnify" />}
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            aria-label={t(`handover.${end}Date`)}
            title={t(`handover.${end}Date`)}
            value={search[end] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              void change({ [end]: value || undefined, page: undefined })
            }
          />
        ))}
        <TextButton type="submit" icon="mdi-magnify">
          {t('header.search')}
        </TextButton>
      </form>
      <HandoverTable
        label={t('handover.past')}
        rows={query.data?.list}
        query={query}
        empty={
          <EmptyState
            icon="mdi-clipboard-text-clock-outline"
            title={t('handover.nonePast')}
            text={t('handover.nonePastText')}
          />
        }
      />
      {pages > 1 && (
        <div className={classes.pages}>
          <TextButton disabled={pageNo <= 1} onClick={() => void change({ page: String(pageNo - 1) })}>
            {t('handover.previous')}
          </TextButton>
          {t('handover.pageOf', { page: pageNo, pages })}
          <TextButton disabled={pageNo >= pages} onClick={() => void change({ page: String(pageNo + 1) })}>
            {t('handover.next')}
          </TextButton>
        </div>
      )}
    </Panel>
  );
}

type TableProps = ComponentProps<typeof Table<HandoverHead>>;

function HandoverTable(props: Pick<TableProps, 'label' | 'rows' | 'query' | 'empty'>) {
  const t = useT();
  return (
    <Table
      {...props}
      columns={useColumns()}
      rowId={handoverAddress}
      failedTitle={t('handover.failed')}
      skeletonRows={3}
      onRowClick={(row) => void navigateTo(handoverAddress(row))}
    />
  );
}

function useColumns(): TableColumns<HandoverHead> {
  const t = useT();
  return {
    fromAt: {
      label: 'handover.period',
      width: 250,
      cell: (_, row) => <PageLink href={handoverAddress(row)} text={periodText(row)} />,
    },
    rotaName: { label: 'handover.rota', width: 200, cell: (name) => <InlineText text={name} isStrong /> },
    shiftName: { label: 'handover.shift', width: 120, cell: (name) => <InlineText text={name} /> },
    nameList: { label: 'handover.people', cell: (names) => <InlineText text={names.join(', ') || '-'} /> },
    state: {
      label: 'handover.stateLabel',
      width: 190,
      cell: (_, row) => (
        <span className={classes.chips}>
          <StateChip handover={row} />
          {Date.parse(row.toAt) > Date.now() && <Chip colour="accent" label={t('handover.running')} />}
        </span>
      ),
    },
    finishedBy: { label: 'handover.finishedBy', width: 130, cell: (name) => name ?? '-' },
    takenBy: { label: 'handover.takenBy', width: 130, cell: (name) => name ?? '-' },
  };
}

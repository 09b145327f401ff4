import { keysOf } from '@gwanje/contract/definition/columns';
import { type HandoverHead, handoverColumns, listHandovers } from '@gwanje/contract/duty/handovers';
import { Chip } from '@gwanje/ui/chip';
import { LinkCell } from '@gwanje/ui/list/cells';
import { person, text } from '#components/list/columns/column-formats.tsx';
import { InlineText } from '#components/list/columns/inline-text.tsx';
import { defineSettingsList } from '#components/list/define-list.ts';
import { personName } from '#core/i18n/person-name.ts';
import classes from './handover.module.css';
import { handoverAddress } from './handover-address.ts';
import { periodText } from './handover-period.ts';
import { StateChip } from './state-chip.tsx';

export const handoverList = defineSettingsList<HandoverHead>({
  name: 'handovers',
  title: 'handover.past',
  counted: 'event',
  endpoint: listHandovers,
  orderKeys: keysOf(handoverColumns),
  columns: {
    fromAt: {
      label: 'handover.period',
      width: 250,
      beginsDescending: true,
      cell: (_, row, { onFollow }) => (
        <LinkCell text={periodText(row)} href={handoverAddress(row)} onFollow={onFollow} />
      ),
      csv: (_, row) => periodText(row),
    },
    rotaName: {
      ...text('handover.rota', { width: 200 }),
      cell: (name) => <InlineText text={name} isStrong />,
    },
    shiftName: text('handover.shift', { width: 120 }),
    nameList: {
      label: 'handover.people',
      width: 260,
      cell: (names, _, { t }) => (
        <InlineText text={names.map((name) => personName(name, t)).join(', ') || '-'} />
      ),
      csv: (names) => names.join(', '),
    },
    state: {
      label: 'handover.stateLabel',
      width: 170,
      cell: (_, row, { t, nowMs }) => (
        <span className={classes.chips}>
          <StateChip handover={row} />
          {Date.parse(row.toAt) > nowMs && <Chip colour="accent" label={t('handover.running')} />}
        </span>
      ),
      csv: (state, _, { t }) => t(`handover.state.${state}`),
    },
    finishedBy: person('handover.finishedBy', { width: 130 }),
    takenBy: person('handover.takenBy', { width: 130 }),
  },
  rowKey: ({ handoverId }) => String(handoverId),
  nameOf: ({ rotaName }) => rotaName,
  phoneLine: (row) => (
    <>
      <InlineText text={`${row.rotaName} · ${row.shiftName}`} /> <StateChip handover={row} />
    </>
  ),
});

/** Nobody has taken over a handover that is due. */
export const dueColumns = handoverList.columns.filter(({ id }) => id !== 'takenBy');

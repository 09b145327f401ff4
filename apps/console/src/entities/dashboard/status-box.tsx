import type { ObjectType } from '@gwanje/contract/dashboard/dashboard-options';
import type { MonResult } from '@gwanje/contract/objects/object-states';
import { objectTypeKey } from '@gwanje/domain/dashboard/options';
import { type Counted, formatBytes, formatCores, formatCountOf } from '@gwanje/domain/formats/numbers';
import { labelOf, monResultKey } from '@gwanje/domain/mappings/labels';
import { Icon } from '@gwanje/ui/icon';
import { Skeleton } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { monResultAppearance } from '#components/list/columns/state-appearance.ts';
import { useLanguage, useTexts } from '#core/i18n/i18n.ts';
import { shownTypes } from './model/condition-choices.ts';
import { barOf, type StatePart, type SummaryAnswer, statusCells } from './model/status-cells.ts';
import classes from './status-box.module.css';

interface StatusBoxProps {
  /** Undefined while loading. */
  readonly summary: SummaryAnswer | undefined;
  readonly onShow: (objectType: ObjectType) => void;
}

/** Counts objects by state; each type links to its own map. */
export const StatusBox = memo(function StatusBox({ summary, onShow }: StatusBoxProps) {
  const { t, language } = useTexts();
  if (!summary) return <StatusSkeleton />;
  const { alarmCnt, waiting, volume, claim } = summary;
  return (
    <div className={classes.cells}>
      {statusCells(summary.stateList).map(({ objectType, totalCnt, bar, counts }) => {
        const name = labelOf(objectTypeKey(objectType), language);
        return (
          <button
            key={objectType}
            type="button"
            className={classes.cell}
            title={t('dashboard.showAs', { objectType: name })}
            onClick={() => onShow(objectType)}
          >
            <CellContent label={name} cnt={totalCnt} bar={bar}>
              <StateCount state="warning" cnt={counts.warning} />
              <StateCount state="critical" cnt={counts.critical} />
              <StateCount state="stale" cnt={counts.stale} />
              {counts.unmonitored > 0 && <StateCount state="unmonitored" cnt={counts.unmonitored} />}
              {objectType === 'pod' && waiting.podCnt > 0 && <WaitingPods {...waiting} />}
            </CellContent>
          </button>
        );
      })}
      <VolumeCell
        label={t('dashboard.volume')}
        cnt={volume.cnt}
        parts={{ normal: volume.boundCnt, warning: volume.cnt - volume.boundCnt, critical: 0 }}
        counts={[
          [t('dashboard.bound'), volume.boundCnt],
          [t('dashboard.unbound'), volume.cnt - volume.boundCnt],
        ]}
      />
      <VolumeCell
        label={t('dashboard.claim')}
        cnt={claim.cnt}
        parts={{
          normal: claim.cnt - claim.pendingCnt - claim.lostCnt,
          warning: claim.pendingCnt,
          critical: claim.lostCnt,
        }}
        counts={[
          [t('dashboard.pending'), claim.pendingCnt],
          [t('dashboard.lost'), claim.lostCnt],
        ]}
      />
      <div className={classes.cell} title={t('dashboard.openAlarmsNote')}>
        <CellContent
          label={t('dashboard.openAlarms')}
          counted="alarm"
          cnt={alarmCnt.critical + alarmCnt.warning}
          bar={barOf(['critical', 'warning'], alarmCnt)}
        >
          <StateCount counted="alarm" state="critical" cnt={alarmCnt.critical} />
          <StateCount counted="alarm" state="warning" cnt={alarmCnt.warning} />
        </CellContent>
      </div>
    </div>
  );
});

interface VolumeCellProps {
  readonly label: string;
  readonly cnt: number;
  readonly parts: Readonly<Record<'normal' | 'warning' | 'critical', number>>;
  readonly counts: readonly (readonly [label: string, cnt: number])[];
}

function VolumeCell({ label, cnt, parts, counts }: VolumeCellProps) {
  const language = useLanguage();
  return (
    <div className={classes.cell}>
      <CellContent label={label} cnt={cnt} bar={barOf(['normal', 'warning', 'critical'], parts)}>
        {counts.map(([word, amount]) => (
          <span key={word} className={classes.count}>
            {word} {formatCountOf('object', amount, language)}
          </span>
        ))}
      </CellContent>
    </div>
  );
}

interface CellContentProps {
  readonly label: string;
  /** Decides the count word. */
  readonly counted?: Counted;
  readonly cnt: number;
  readonly bar: readonly StatePart[];
  readonly children: ReactNode;
}

function CellContent({ label, counted = 'object', cnt, bar, children }: CellContentProps) {
  const language = useLanguage();
  return (
    <>
      <span className={classes.label}>{label}</span>
      <span className={classes.total}>{formatCountOf(counted, cnt, language)}</span>
      <span className={classes.bar} aria-hidden="true">
        {bar.map(({ state, share }) => (
          <span key={state} className={classes[state]} style={{ flexGrow: share }} />
        ))}
      </span>
      <span className={classes.counts}>{children}</span>
    </>
  );
}

interface StateCountProps {
  readonly counted?: Counted;
  readonly state: MonResult;
  readonly cnt: number;
}

/** Icon and count. Screen readers read the state's name; a hover shows it. */
function StateCount({ counted = 'object', state, cnt }: StateCountProps) {
  const { t, language } = useTexts();
  const label = labelOf(monResultKey(state), language);
  return (
    <span className={`${classes.count} ${cnt > 0 ? classes[`${state}Text`] : ''}`} title={label}>
      <Icon name={monResultAppearance(state, { t, language }).icon} size={14} label={label} />
      {formatCountOf(counted, cnt, language)}
    </span>
  );
}

/** Pods without a node. What they request is no request of a cluster yet. */
function WaitingPods({ podCnt, cpuCores, memBytes }: SummaryAnswer['waiting']) {
  const { t, language } = useTexts();
  const note = t('dashboard.waitingPods', { cpu: formatCores(cpuCores), memory: formatBytes(memBytes) });
  return (
    <span className={classes.count} title={note}>
      <Icon name="mdi-progress-clock" size={14} label={note} />
      {formatCountOf('object', podCnt, language)}
    </span>
  );
}

function StatusSkeleton() {
  return (
    <div className={classes.cells} aria-hidden="true">
      {[...shownTypes, 'volume', 'claim', 'alarms'].map((name) => (
        <div key={name} className={classes.cell}>
          <Skeleton height={14} width={56} my={3} />
          <Skeleton height={22} width={72} my={4} />
          <Skeleton height={6} my={4} />
          <Skeleton height={14} width={110} my={3} />
        </div>
      ))}
    </div>
  );
}

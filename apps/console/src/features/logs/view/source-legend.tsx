import { useT } from '#core/i18n/i18n.ts';
import { type LogTarget, targetKey } from '../log-targets.ts';
import type { ShownSource } from '../rows/log-row-view.tsx';
import type { SourceState } from '../stream/log-session.ts';
import classes from './log-view.module.css';

const COLOURS = 8;
const LABEL_CHARS = 16;

/** The end of a pod's name tells the pods of a workload apart; with several containers the container's name too. */
export function shownSources(targets: readonly LogTarget[]): readonly ShownSource[] {
  const hasSeveral = new Set(targets.map(({ containerName }) => containerName)).size > 1;
  const hasPods = new Set(targets.map(({ podId }) => podId)).size > 1;
  return targets.map(({ podName, containerName }, at) => {
    const pod = podName.split('-').slice(-2).join('-').slice(-LABEL_CHARS);
    const label = [hasPods ? pod : null, hasSeveral ? containerName : null].filter(Boolean).join(' ');
    return {
      label: label || podName,
      title: hasSeveral ? `${podName} ${containerName}` : podName,
      colour: (at % COLOURS) + 1,
    };
  });
}

interface SourceLegendProps {
  readonly targets: readonly LogTarget[];
  /** Of the chosen container, read or not. */
  readonly totalCnt: number;
  readonly sources: readonly ShownSource[];
  readonly states: readonly SourceState[];
  readonly hidden: readonly string[];
  readonly onChange: (hidden: readonly string[]) => void;
}

/** A button for each pod, which shows or hides its lines. */
export function SourceLegend({ targets, totalCnt, sources, states, hidden, onChange }: SourceLegendProps) {
  const t = useT();
  return (
    <fieldset className={classes.legend} aria-label={t('logs.sources', { cnt: targets.length })}>
      {targets.map((target, at) => {
        const source = sources[at];
        const key = targetKey(target);
        const isHidden = hidden.includes(key);
        if (!source) return null;
        return (
          <button
            key={key}
            type="button"
            className={classes.sourceChip}
            data-colour={source.colour}
            data-state={states[at]?.kind}
            aria-pressed={!isHidden}
            title={t(isHidden ? 'logs.sourceShow' : 'logs.sourceHide', { name: source.title })}
            onClick={() => onChange(isHidden ? hidden.filter((one) => one !== key) : [...hidden, key])}
          >
            <bdi>{source.label}</bdi>
          </button>
        );
      })}
      {totalCnt > targets.length && (
        <span className={classes.problem}>
          {t('logs.tooManySources', { total: totalCnt, cnt: targets.length })}
        </span>
      )}
    </fieldset>
  );
}

import { formatTimestamp } from '@gwanje/domain/formats/time';
import { Panel } from '@gwanje/ui/panel';
import type { ReactNode } from 'react';
import { type Translate, useT } from '#core/i18n/i18n.ts';
import { lastContactAt, type ObjectInfo } from '../object-view.ts';
import classes from './panels.module.css';

export type Fact = readonly [label: string, value: ReactNode];

interface FactsProps {
  /** False: the fact does not apply and is left out. */
  readonly list: readonly (Fact | false)[];
  /** Another style than that of the object pages. */
  readonly style?: Readonly<Record<string, string>>;
}

/** Names and values. An unknown value is shown as a dash. */
export function Facts({ list, style = classes }: FactsProps) {
  return (
    <dl className={style.facts}>
      {list
        .filter((fact) => fact !== false)
        .map(([label, value]) => (
          <div key={label} className={style.fact}>
            <dt>{label}</dt>
            <dd>
              {typeof value === 'string' ? <bdi>{value || '-'}</bdi> : value || value === 0 ? value : '-'}
            </dd>
          </div>
        ))}
    </dl>
  );
}

interface ObjectLife extends Pick<ObjectInfo, 'lastSeenAt' | 'dataAt'> {
  readonly uid: string;
  readonly createdAt: string | null;
  readonly firstSeenAt: string | null;
}

/** When Kubernetes created an object, and when its cluster reported it. */
export function lifeFacts(info: ObjectLife, t: Translate): Fact[] {
  return [
    ['UID', info.uid],
    [t('monitoring.fact.createdAt'), formatTimestamp(info.createdAt)],
    [t('columns.firstSeenAt'), formatTimestamp(info.firstSeenAt)],
    [t('columns.lastSeenAt'), formatTimestamp(lastContactAt(info))],
  ];
}

interface LabelsPanelProps {
  /** Default: the labels of the object. */
  readonly title?: string;
  readonly none?: string;
  readonly labels: Readonly<Record<string, string>>;
}

export function LabelsPanel({ labels, ...texts }: LabelsPanelProps) {
  const t = useT();
  const { title = t('monitoring.labels'), none = t('monitoring.noLabels') } = texts;
  const entries = Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1));
  return (
    <Panel title={title} note={String(entries.length)} padded>
      {entries.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : (
        <ul className={classes.labels} aria-label={title}>
          {entries.map(([name, value]) => (
            <li key={name} className={classes.label} title={`${name}=${value}`}>
              <bdi className={classes.labelName}>{name}</bdi>
              <bdi>{value}</bdi>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

import { percentOf } from '@gwanje/domain/formats/numbers';
import { usageLevel } from '@gwanje/ui/list/model/usage';
import { Fragment } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import classes from './panels.module.css';

export interface Usage {
  readonly label: string;
  readonly used: number | null;
  readonly request: number | null;
  readonly limit: number | null;
  /** The text of a limit that only some containers of a pod have. */
  readonly limitText?: string;
  /** Requests of pods that wait for a node, for clusters. */
  readonly waitingRequest?: number | undefined;
  /** The allocatable amount, for nodes and clusters. */
  readonly allocatable?: number | null | undefined;
  readonly format: (value: number | null) => string;
}

interface UsageTableProps {
  readonly list: readonly Usage[];
  /** True if the values are stale. */
  readonly isStale: boolean;
}

/** Use against requests, limits and allocatable amount, on one scale. */
export function UsageTable({ list, isStale }: UsageTableProps) {
  const t = useT();
  const hasAllocatable = list.some(({ allocatable }) => allocatable !== undefined);
  return (
    <table className={classes.usages} aria-label={t('monitoring.usage')}>
      <thead>
        <tr>
          <th scope="col">{t('monitoring.resource')}</th>
          <th scope="col" className={classes.barHead} aria-label={t('monitoring.share.label')} />
          <th scope="col">{t('columns.used')}</th>
          <th scope="col">{t('monitoring.line.request')}</th>
          <th scope="col">{t('monitoring.line.limit')}</th>
          {hasAllocatable && <th scope="col">{t('monitoring.line.allocatable')}</th>}
        </tr>
      </thead>
      <tbody>
        {list.map((usage) => {
          const { label, used, request, waitingRequest, limit, limitText, allocatable, format } = usage;
          return (
            <Fragment key={label}>
              <tr>
                <th scope="row">{label}</th>
                <td>
                  <UsageBar {...usage} isStale={isStale} />
                </td>
                <td className={isStale ? classes.old : undefined}>{format(used)}</td>
                <td>{format(request)}</td>
                <td>{limitText ?? format(limit)}</td>
                {hasAllocatable && <td>{format(allocatable ?? null)}</td>}
              </tr>
              {waitingRequest !== undefined && waitingRequest > 0 && (
                <tr className={classes.waiting}>
                  <th scope="row" colSpan={3}>
                    {t('monitoring.waitingRequest')}
                  </th>
                  <td>{format(waitingRequest)}</td>
                  <td colSpan={hasAllocatable ? 2 : 1} />
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}

function UsageBar({ used, request, limit, allocatable, isStale }: Usage & { readonly isStale: boolean }) {
  const whole = [allocatable, limit, request].find((value) => typeof value === 'number' && value > 0) ?? null;
  const share = (value: number | null | undefined) =>
    whole === null || typeof value !== 'number' || value < 0 ? null : Math.min(1, value / whole);
  const usedShare = share(used);
  const requestShare = share(request);
  return (
    <span className={classes.bar} data-unset={whole === null} aria-hidden="true">
      {usedShare !== null && (
        <span
          className={classes.fill}
          data-level={isStale ? 'stale' : usageLevel(percentOf(used, whole))}
          style={{ width: `${usedShare * 100}%` }}
        />
      )}
      {requestShare !== null && requestShare < 1 && (
        <span className={classes.mark} style={{ left: `${requestShare * 100}%` }} />
      )}
    </span>
  );
}

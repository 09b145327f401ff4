import { formatNumber } from '@gwanje/domain/formats/number';
import { Link } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { type AzureRow, azureRows } from '#entities/dashboard/model/azure-rows.ts';
import type { SummaryAnswer } from '#entities/dashboard/model/status-cells.ts';
import classes from './cluster-tables.module.css';
import { LongRows, useScrollStep } from './long-rows.tsx';

const COLUMN_CNT = 7;

function textsOf({ cluster, region, pool, vmSizes, zones, versions }: AzureRow): readonly string[] {
  return [cluster, region, pool, vmSizes, zones, versions];
}

export const AzureTable = memo(function AzureTable({ summary }: { summary: SummaryAnswer }) {
  const t = useT();
  const rows = useMemo(() => azureRows(summary.azureList), [summary.azureList]);
  const { step, onScroll } = useScrollStep();
  if (rows.length === 0) return <p className={classes.note}>{t('dashboard.noAzure')}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: users scroll the table by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label="Azure" onScroll={onScroll}>
      <table className={classes.table} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.cluster')}</th>
            <th scope="col">{t('dashboard.region')}</th>
            <th scope="col">{t('dashboard.pool')}</th>
            <th scope="col">{t('dashboard.vmSize')}</th>
            <th scope="col">{t('dashboard.zone')}</th>
            <th scope="col">{t('dashboard.version')}</th>
            <th scope="col" className={classes.end}>
              {t('dashboard.nodes')}
            </th>
          </tr>
        </thead>
        <LongRows rows={rows} step={step} columnCnt={COLUMN_CNT} keyOf={({ key }) => key} textsOf={textsOf}>
          {(row) => (
            <>
              <td title={row.cluster}>
                <Link to="/mon/summary" search={{ hostId: String(row.hostId) }} className={classes.cluster}>
                  <bdi>{row.cluster}</bdi>
                </Link>
              </td>
              <td title={row.region}>{row.region}</td>
              <td title={row.pool}>
                <bdi>{row.pool}</bdi>
              </td>
              <td title={row.vmSizes}>{row.vmSizes}</td>
              <td title={row.zones}>{row.zones}</td>
              <td title={row.versions}>{row.versions}</td>
              <td className={`${classes.end} ${row.readyCnt < row.nodeCnt ? classes.short : ''}`}>
                {formatNumber(row.readyCnt)}/{formatNumber(row.nodeCnt)}
              </td>
            </>
          )}
        </LongRows>
      </table>
    </section>
  );
});

import { formatBytes } from '@gwanje/domain/formats/bytes';
import { formatCount } from '@gwanje/domain/formats/count';
import { formatTimestamp } from '@gwanje/domain/formats/time';
import { type Column, DataTable } from '@gwanje/ui/data-table';
import { Panel } from '@gwanje/ui/panel';
import { type PlainKey, useT } from '#core/i18n/i18n.ts';
import classes from './installation.module.css';
import { DAY_MS, type Health } from './installation-health.ts';

const TIER_KEYS: Readonly<Record<string, PlainKey>> = {
  open: 'installation.tierOpen',
  raw: 'installation.tierRaw',
  '1m': 'installation.tier1m',
  '5m': 'installation.tier5m',
  '1h': 'installation.tier1h',
};

export function SamplesPanel({ health: { samples } }: { readonly health: Health }) {
  const t = useT();
  const columns: Column<(typeof samples.tierList)[number]>[] = [
    {
      id: 'tier',
      label: t('installation.tier'),
      format: ({ tier }) => {
        const key = TIER_KEYS[tier];
        return key ? t(key) : tier;
      },
    },
    {
      id: 'rowCnt',
      label: t('installation.rowCnt'),
      value: ({ rowCnt }) => formatCount(rowCnt),
      width: 100,
      align: 'end',
    },
    {
      id: 'bytes',
      label: t('installation.size'),
      value: ({ bytes }) => formatBytes(bytes),
      width: 110,
      align: 'end',
    },
    {
      id: 'keepMs',
      label: t('installation.kept'),
      value: ({ keepMs }) => (keepMs === null ? '-' : t('installation.dayCnt', { cnt: keepMs / DAY_MS })),
      width: 90,
      align: 'end',
    },
    {
      id: 'oldestAt',
      label: t('installation.oldest'),
      value: ({ oldestAt }) => (oldestAt === null ? '-' : formatTimestamp(oldestAt)),
      width: 165,
    },
  ];
  return (
    <Panel title={t('installation.samples')} note={formatBytes(samples.bytes)}>
      {samples.kind === 'outside' ? (
        <p className={classes.note}>{t('installation.samplesOutside')}</p>
      ) : (
        <DataTable
          label={t('installation.samples')}
          loadingLabel={t('shell.loading')}
          columns={columns}
          rows={samples.tierList}
          rowId={({ tier }) => tier}
          empty={null}
        />
      )}
      {samples.damagedFileList.length > 0 && (
        <p className={classes.note} data-bad="" title={samples.damagedFileList.join('\n')}>
          {t('installation.damaged', { cnt: samples.damagedFileList.length })}
        </p>
      )}
    </Panel>
  );
}

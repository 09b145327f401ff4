import type { AllPodAmounts } from '@gwanje/contract/objects/object-calls';
import { formatBytes, formatCores } from '@gwanje/domain/formats/numbers';
import { Panel } from '@gwanje/ui/panel';
import type { z } from 'zod';
import { useT } from '#core/i18n/i18n.ts';
import { UsageTable } from './usage-table.tsx';

interface PodAmountsPanelProps {
  /** Null: the object is deleted. */
  readonly amounts: z.infer<typeof AllPodAmounts>;
  readonly isStale: boolean;
}

/** What all pods of an object use and request, with the requests of those that wait for a node. */
export function PodAmountsPanel({ amounts, isStale }: PodAmountsPanelProps) {
  const t = useT();
  if (amounts === null) return null;
  const { waitingPodCnt, cpuCores, memBytes } = amounts;
  const waiting = waitingPodCnt > 0 ? [t('monitoring.waitingPods', { cnt: waitingPodCnt })] : [];
  return (
    <Panel title={t('monitoring.usage')} note={[...waiting, t('monitoring.usageNote')].join(' · ')}>
      <UsageTable
        isStale={isStale}
        list={[
          { label: t('monitoring.tabs.cpu'), ...cpuCores, format: formatCores },
          { label: t('monitoring.tabs.mem'), ...memBytes, format: formatBytes },
        ]}
      />
    </Panel>
  );
}

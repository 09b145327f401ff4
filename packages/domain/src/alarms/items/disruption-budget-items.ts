import { condition, defineItems } from '../item.ts';

export const disruptionBudgetItems = defineItems('disruptionBudget', {
  'disruptionBudget.blocksDrain': condition({
    label: {
      ko: 'PDB가 노드 비우기 차단 (스케줄링 중지된 노드에 대상 워크로드의 파드, 허용 중단 0)',
      en: 'Budget blocks a drain (pods of its workloads on a cordoned node, 0 disruptions allowed)',
    },
    phrase: {
      ko: '스케줄링이 중지된 노드의 파드를 중단 예산(PDB)이 옮기지 못하게 하는',
      en: 'the budget allows no eviction of pods on an unschedulable node',
    },
    level: 'warning',
    // During a drain the allowance is 0 for as long as each evicted pod takes to start elsewhere.
    standard: { holdS: 600 },
    isTrue: ({ isBlockingDrain }) => isBlockingDrain,
  }),
});

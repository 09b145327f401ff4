import type { ServiceStatus } from '@gwanje/kinds/service/index';
import {
  bad,
  doubtful,
  good,
  idle,
  type StateAppearances,
  unknown,
} from '#components/list/columns/state-appearance.ts';

const servicesDrawn = { none: bad, partial: doubtful, unknown, ready: good, external: idle } as const;

export const serviceAppearance: StateAppearances<ServiceStatus> = (status, { t }) => ({
  ...servicesDrawn[status],
  label: t(`services.states.${status}`),
});

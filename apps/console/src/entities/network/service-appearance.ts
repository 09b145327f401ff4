import type { ServiceStatus } from '@gwanje/kinds/service/index';
import {
  bad,
  doubtful,
  good,
  idle,
  type StateAppearances,
  unknown,
} from '#components/list/columns/state-appearance.ts';
import type { PlainKey } from '#core/i18n/i18n.ts';

const servicesDrawn = { none: bad, partial: doubtful, unknown, ready: good, external: idle } as const;

export const serviceAppearance: StateAppearances<ServiceStatus> = (status, { t }) => ({
  ...servicesDrawn[status],
  label: t(`services.states.${status}`),
});

/** The timeline shows the states in these words. */
export const serviceStatusLabels = {
  none: 'services.states.none',
  partial: 'services.states.partial',
  unknown: 'services.states.unknown',
  ready: 'services.states.ready',
  external: 'services.states.external',
} as const satisfies Readonly<Record<ServiceStatus, PlainKey>>;

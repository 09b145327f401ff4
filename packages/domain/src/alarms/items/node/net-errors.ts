import { measure } from '../../item.ts';

export const nodeNetErrors = measure({
  key: 'node.netErrors',
  label: { ko: '네트워크 오류', en: 'Network errors' },
  phrase: { ko: '네트워크 오류가 {{value}}', en: 'the network has {{value}}' },
  unit: 'perSecond',
  warning: 5,
  critical: 50,
  recoveryMargin: 1,
  valueIn: ({ netErrorsPs }) => netErrorsPs,
});

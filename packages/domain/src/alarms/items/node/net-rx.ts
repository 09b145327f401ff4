import { measure } from '../../item.ts';

/** What is much depends on the machine: off until somebody says. */
export const nodeNetRx = measure({
  key: 'node.netRx',
  target: 'node',
  label: { ko: '네트워크 수신', en: 'Network received' },
  unit: 'bytesPerSecond',
  warning: 500e6,
  critical: 1000e6,
  recoveryMargin: 50e6,
  standard: { isOn: false },
  valueIn: ({ netRxBps }) => netRxBps,
});

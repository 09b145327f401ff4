import { measure } from '../../item.ts';

export const nodeNetTx = measure({
  key: 'node.netTx',
  target: 'node',
  label: { ko: '네트워크 송신', en: 'Network sent' },
  unit: 'bytesPerSecond',
  warning: 500e6,
  critical: 1000e6,
  recoveryMargin: 50e6,
  standard: { isOn: false },
  valueIn: ({ netTxBps }) => netTxBps,
});

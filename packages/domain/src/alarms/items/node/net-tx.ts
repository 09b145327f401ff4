import { measure } from '../../item.ts';

export const nodeNetTx = measure({
  key: 'node.netTx',
  label: { ko: '네트워크 송신', en: 'Network sent' },
  phrase: { ko: '네트워크 송신량이 {{value}}', en: 'the network sends {{value}}' },
  unit: 'bytesPerSecond',
  warning: 500 * 2 ** 20,
  critical: 1000 * 2 ** 20,
  recoveryMargin: 50 * 2 ** 20,
  standard: { isOn: false },
  valueIn: ({ netTxBps }) => netTxBps,
});

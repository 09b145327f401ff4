import { measure } from '../../item.ts';
import { hasEnded } from './has-ended.ts';

export const podNetTx = measure({
  key: 'pod.netTx',
  label: { ko: '네트워크 송신', en: 'Network sent' },
  phrase: { ko: '네트워크 송신량이 {{value}}', en: 'the network sends {{value}}' },
  unit: 'bytesPerSecond',
  warning: 100 * 2 ** 20,
  critical: 300 * 2 ** 20,
  recoveryMargin: 10 * 2 ** 20,
  standard: { isOn: false },
  valueIn: ({ phase, netTxBps }) => (hasEnded(phase) ? 0 : netTxBps),
});

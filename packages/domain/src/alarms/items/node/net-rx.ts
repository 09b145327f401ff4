import { measure } from '../../item.ts';

/** A useful threshold depends on the machine, so the item is off by default. */
export const nodeNetRx = measure({
  key: 'node.netRx',
  label: { ko: '네트워크 수신', en: 'Network received' },
  phrase: { ko: '네트워크 수신량이 {{value}}', en: 'the network receives {{value}}' },
  unit: 'bytesPerSecond',
  warning: 500 * 2 ** 20,
  critical: 1000 * 2 ** 20,
  recoveryMargin: 50 * 2 ** 20,
  standard: { isOn: false },
  valueIn: ({ netRxBps }) => netRxBps,
});

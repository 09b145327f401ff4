import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { notifications as ko } from './notification-messages.ko.ts';

export const notifications = {
  lead: 'The browser tells you about alarms also while the console is closed. These settings are yours alone.',
  failed: 'The notification settings could not be loaded',
  thisDevice: 'This device',
  receive: 'Get notifications on this device',
  state: {
    checking: 'Checking this browser.',
    on: 'On. They stop when you sign out in this browser, and go on after your next sign-in.',
    off: 'Off. When you turn it on, the browser asks whether to allow notifications.',
    insecure: 'Only pages opened over HTTPS can turn it on. Ask your administrator for the address.',
    unsupported:
      'This browser does not support web push. On iPhone and iPad, turn it on in the app that you added to the home screen.',
    blocked: 'The browser blocks notifications of this site.',
    readOnly: 'This account or view cannot change anything.',
  },
  unblock:
    'To unblock them, click the site icon left of the address, set “Notifications” to “Allow”, and reload this page. On a managed device, ask its administrator.',
  refused: 'It stays off, because notifications were not allowed in the question of the browser.',
  noService:
    'The browser could not reach its push service. Check the internet connection of this device. It does not work in a closed network.',
  unknownService: 'The push service of this browser is not allowed here. Ask your administrator.',
  test: 'Send a test notification',
  tested: {
    sent: 'The test notification was sent. If you do not see it soon, check the notification settings of the device.',
    gone: 'The browser has ended the subscription. Turn it on again.',
    inside: 'The server does not send to internal addresses. Ask your administrator.',
    failed:
      'The server could not reach the push service. Ask your administrator whether it reaches the internet.',
  },
  which: 'Alarms',
  whichNote:
    'For all your devices. Only alarms of groups that you may see are sent. Escalation while you are on duty comes whatever you choose here.',
  level: 'Level',
  levels: { '5': 'Critical only', '1': 'Critical and warning' },
  recovery: 'End of an alarm',
  recoveryLabel: 'Also tell when an alarm recovers or is closed',
  quiet: 'Quiet hours',
  quietLabel: 'Keep warnings back, and send them together afterwards',
  quietHint: 'Critical alarms are sent at once, also in quiet hours.',
  quietWithoutEffect:
    'You get critical alarms only, so quiet hours are not needed. Critical alarms are always sent at once.',
  quietEnds: { from: 'Start', to: 'End' },
  quietZone: 'Every day ({{zone}} time)',
  groups: 'Groups',
  someGroups: 'Only chosen groups',
  groupsHint: 'Choose groups',
  allGroups: 'All groups that you may see',
  devices: 'Devices with notifications',
  devicesLabel: 'List of devices with notifications',
  noDevices: 'Notifications are on in no device',
  noDevicesText: 'Open this page on the device and turn them on.',
  device: 'Device',
  unknownDevice: 'Unknown device',
  deviceState: 'State',
  active: 'Receiving',
  paused: 'Stopped',
  pausedWhy: 'You signed out there, or did not sign in for 30 days. They go on after the next sign-in.',
  failing: 'Not delivered',
  createdAt: 'Turned on',
  confirmedAt: 'Last sign-in',
  lastSuccessAt: 'Last delivery',
  never: 'None',
  turnOff: 'Turn off',
  turnOffTitle: 'Turn off notifications on this device?',
  turnOffText: 'Nothing more is sent to “{{name}}”.',
} as const satisfies SameKeys<typeof ko>;

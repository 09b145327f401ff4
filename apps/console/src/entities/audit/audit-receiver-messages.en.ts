export const auditReceivers = {
  none: 'No receiver.',
  failing: 'Failing since {{at}}: {{reason}}, {{cnt}} waiting',
  waiting: '{{cnt}} waiting',
  sent: 'Sent up to {{at}}',
  change:
    'To change the receivers, edit the environment variable GWANJE_AUDIT_FORWARD of the server and start it again. The audit log records the change.',
} as const;

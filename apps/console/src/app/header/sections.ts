import type { PlainKey } from '#core/i18n/i18n.ts';

interface Section {
  readonly id: string;
  readonly path: string;
  readonly labelKey: PlainKey;
  /** The paths of the section's pages; paths below them belong to it too. */
  readonly holds: readonly string[];
}

export const sections: readonly Section[] = [
  { id: 'dashboard', path: '/main', labelKey: 'header.dashboard', holds: ['/main', '/custom-main'] },
  { id: 'monitoring', path: '/mon/summary', labelKey: 'header.monitoring', holds: ['/mon'] },
  { id: 'events', path: '/event-list', labelKey: 'header.events', holds: ['/event-list'] },
  { id: 'alarms', path: '/alarm-list', labelKey: 'header.alarms', holds: ['/alarm-list'] },
];

export function activeSection(pathname: string): string | null {
  const holds = (base: string) => pathname === base || pathname.startsWith(`${base}/`);
  return sections.find((section) => section.holds.some(holds))?.id ?? null;
}

import type { PlainKey } from '#core/i18n/i18n.ts';

interface Section {
  readonly id: string;
  readonly path: string;
  readonly labelKey: PlainKey;
  /** Pages that belong to the section, themselves and all below them. */
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

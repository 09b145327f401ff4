const STAYING = ['/realtime-detection', '/event-list', '/alarm-list'];

/** The query stays only if the page stays: it may contain an object that is no longer allowed. */
export function addressAfterGroupChange({
  pathname,
  search,
}: Readonly<Record<'pathname' | 'search', string>>): string {
  const section = sectionAfterGroupChange(pathname);
  return STAYING.includes(section) ? section + search : section;
}

/** The section page to open after a change of groups: the object of the current page may no longer be allowed. */
export function sectionAfterGroupChange(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  if (STAYING.includes(path)) return path;
  return path === '/mon' || path.startsWith('/mon/') ? '/mon/summary' : '/main';
}

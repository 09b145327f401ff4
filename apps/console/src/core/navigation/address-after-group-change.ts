const STAYING = ['/realtime-detection', '/event-list', '/alarm-list'];

/** A page that the user stays on keeps its query; the query of another may name an object that is no longer allowed. */
export function addressAfterGroupChange({
  pathname,
  search,
}: Readonly<Record<'pathname' | 'search', string>>): string {
  const section = sectionAfterGroupChange(pathname);
  return STAYING.includes(section) ? section + search : section;
}

/** The section page to open after the user's groups changed: the current page may show an object that is no longer allowed. */
export function sectionAfterGroupChange(pathname: string): string {
  const path = pathname.replace(/\/+$/, '');
  if (STAYING.includes(path)) return path;
  return path === '/mon' || path.startsWith('/mon/') ? '/mon/summary' : '/main';
}

import { Html } from './html.ts';

function icon(paths: string): Html {
  return new Html(
    `<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths}</svg>`,
  );
}

export const icons = {
  brand: icon(
    '<circle cx="12" cy="12" r="1.6" fill="currentColor" stroke="none"/><path d="M12 7.2a4.8 4.8 0 1 1-4.8 4.8"/><path d="M12 3.2A8.8 8.8 0 1 1 3.2 12"/>',
  ),
  eye: icon(
    '<path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z"/><circle cx="12" cy="12" r="2.8"/>',
  ),
  eyeOff: icon(
    '<path d="M4 4l16 16"/><path d="M9.9 5.8A9.6 9.6 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a16.6 16.6 0 0 1-3 3.8M6.3 7.6A16 16 0 0 0 2.5 12S6 18.5 12 18.5a9 9 0 0 0 4.4-1.1"/><path d="M10 10a2.8 2.8 0 0 0 4 4"/>',
  ),
  theme: icon('<circle cx="12" cy="12" r="8"/><path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor"/>'),
  language: icon(
    '<circle cx="12" cy="12" r="8.5"/><path d="M3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17"/>',
  ),
  key: icon('<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l3 3M14 9l2 2"/>'),
  logOut: icon('<path d="M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10 12h10M17 9l3 3-3 3"/>'),
  arrow: icon('<path d="M5 12h14M13 6l6 6-6 6"/>'),
  device: icon('<rect x="3" y="5" width="18" height="11" rx="1.5"/><path d="M8 20h8M12 16v4"/>'),
  phone: icon('<rect x="7" y="3" width="10" height="18" rx="2"/><path d="M11 17.5h2"/>'),
  list: icon('<path d="M9 6h11M9 12h11M9 18h11M4.5 6h.1M4.5 12h.1M4.5 18h.1"/>'),
  alert: icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5v5.5M12 16.2v.1"/>'),
};

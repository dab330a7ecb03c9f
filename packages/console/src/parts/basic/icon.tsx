// Icons of the console, in the size and colour of the surrounding text.

const PATHS = {
  menu: 'M3 6h18M3 12h18M3 18h18',
  close: 'M5 5l14 14M19 5L5 19',
  copy: 'M9 9h11v11H9zM15 9V4H4v11h5',
  download: 'M12 3v12m0 0l-5-5m5 5l5-5M4 20h16',
  up: 'M12 19V5m0 0l-6 6m6-6l6 6',
  down: 'M12 5v14m0 0l-6-6m6 6l6-6',
  right: 'M9 5l7 7-7 7',
  open: 'M6 15l6-6 6 6',
  check: 'M4 12l5 6L20 6',
  warning: 'M12 4L2.5 20h19zM12 10v5m0 2v.5',
  search: 'M10.5 17a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.5 15.5L21 21',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

// Holdfast logo, in the colour of the surrounding text.

export function LogoMark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="currentColor" />
      <path d="M9 7v18M23 7v18M9 16h14" />
    </svg>
  );
}

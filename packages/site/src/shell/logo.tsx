/** Muster's mark: two peaks of one M, and the chevron that calls people up. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 40 28" aria-hidden="true" focusable="false">
      <path fill="currentColor" d="M2 27V5.5l18 13 18-13V27h-6.4V17.2L20 25.6 8.4 17.2V27z" />
      <path
        fill="currentColor"
        className="logo-chevron"
        d="M10.2 2.2 20 9.2l9.8-7v5.6L20 14.8l-9.8-7z"
      />
    </svg>
  );
}

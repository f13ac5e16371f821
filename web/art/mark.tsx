/** A capital B that is a house: a lit window above, an open door below. */
export const Mark = ({ onDusk = false }: { onDusk?: boolean }) => {
  const walls = onDusk ? 'var(--cream)' : 'var(--acacia)'
  return (
    <svg viewBox="0 0 48 48" width="34" height="34" aria-hidden="true">
      <path
        fill={walls}
        d="M8 4h24c5 0 8 3 8 8v6c0 3-1.2 5-3.5 6 3 1 4.5 3.5 4.5 7v5c0 5-3 8-8 8H8z"
      />
      <path fill="#f5a81c" d="M15 10.5h15.5a2 2 0 0 1 2 2V20a1.5 1.5 0 0 1-1.5 1.5H15z" />
      <path fill="#0c1f1b" d="M15 26.5h17a1.5 1.5 0 0 1 1.5 1.5v8a2 2 0 0 1-2 2H15z" />
      <path stroke={walls} strokeWidth="2.2" d="M23.3 10v12m0 4.5v12" />
      <path fill={walls} d="M4 44h40v1.5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1z" />
    </svg>
  )
}

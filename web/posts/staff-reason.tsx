/** Why staff rejected a post or took it down. A reason that ends a sentence gets no second full stop. */
export const StaffReason = ({ reason }: { reason: string | null }) => (
  <>
    Staff wrote: “<bdi>{reason}</bdi>”{/[.!?…]\s*$/.test(reason ?? '') ? '' : '.'}
  </>
)

/** Beside the name of somebody who works here. */
export const StaffTag = ({ staff }: { staff: boolean }) =>
  staff && <span className="tag staff-tag">Staff</span>

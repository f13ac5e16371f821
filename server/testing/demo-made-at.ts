/**
 * When the demo residence of the tests is made, and where their clock begins: noon on a Friday in Nairobi, in the middle of
 * a month. So no run crosses midnight or the end of a month, whatever day it is outside.
 */
export const DEMO_MADE_AT = new Date('2026-11-20T09:00:00Z')

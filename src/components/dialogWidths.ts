/** Of dialogs that show an audit trail, in pixels (specification 2-dialogs section 9). */
export const AUDIT_WIDTH_PX = 1440;

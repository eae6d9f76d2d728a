/** So often a day somebody may set things up with one friend, or move them: each time the friend gets a message. */
export const mostNotices = 40;
/** So often a day somebody may ask about one friend's time, also by trying to book it. */
export const mostLooks = 60;

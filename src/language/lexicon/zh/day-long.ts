/** What lasts a day or more wherever it is written down. */
export const dayLong =
  /生日|寿辰|纪念日|忌日|出差|休假|请假|放[\u4e00-\u9fff]{0,2}假|寒假|暑假|年假|假期|旅游|旅行|度假|团建|节假日|轮休|调休|补休|停[水电课工]|拉练|全[天日]|整[天日]/;

/** Days that one is reminded of as such. */
export const dayOfNote = /生日|寿辰|纪念日|忌日/;

/** Days of one week, the first and the last of them. */
export const runOfDays = /^(?:周|星期|礼拜).(?:到|至|-).{1,3}$/;

/** Words of such a question that name nothing. */
export const questionWords =
  /现在?|目前|当前|一共|总共|接下来|最近|下一|第一|还有?|有没有|有|没有?|定|设|订|记|几点?|多少|哪些?|什么时候|什么|啥|时候|何时|查看?|看看?|打开|显示|列出|列|告诉|念|读|翻|检查|日历|行事历|calendar|schedule|meetings?|reminders?|to-?dos?|tasks?|events?|alarms?|任务|课程?|办|弄|件|节|行程|计划|会议|清单|列表|所有|全部|个|条|项|些|情|做|剩|今后|后面|空|忙|不|吗|么|没|得闲|怎么样?|如何|些|次|天|表|呢|啊|呀/g;

export const questionMark = /[?？吗呢]|什么|哪些|啥|几|有没有|是不是|是否/;

export const whenAsked = /几点|几号|几月|星期几|周几|礼拜几|什么时候|啥时候|何时|哪一?天|多久/;

/** A question that may be about one thing that is kept: 看牙医是明天吗, 例会的时间是什么. */
export const opensQuestion =
  /几点|几号|星期几|周几|礼拜几|什么时候|啥时候|何时|哪一?天|多久|的时间(?:是|在)?(?:什么|几点)?[?？]?\s*$|是.{1,8}[吗么][?？]?\s*$|是[^,，。]{1,8}还是|(?:是不是|有没有|要不要|是否)[^,，。]{1,12}[?？]?\s*$|(?:提醒|闹钟)[吗么][?？]?\s*$|有没有.{1,12}提醒|(?:查|看)一?下.{1,12}的时间|的(?:详细信息|详情|日期|地点)[?？]?\s*$|还有多长时间|在(?:日历|日程)(?:上面?|里面?)?[吗么]|^\s*我?(?:[今明后]天|(?:这个?|本|下个?)?(?:周|星期|礼拜)[一二三四五六日天]).{0,4}有(?:没有)?[^,，。什么啥哪几多]{2,8}[吗么没]?有?[?？]?\s*$|我.{0,4}要.{2,8}[吗么][?？]?\s*$|^(?:请|帮我)?(?:查找?|搜索?|找|看)(?:一?下)?我的.{2,10}$/;

/** Words of such a question beside the name and the time. */
export const asksBeside =
  /谁|什么时候|啥时候|告诉我?|请|详细信息|详情|日期|地点|多长时间|日历|日程|[上里]面?|给我|帮我|查找|搜索?|找一?下?|知道|想|什么|还有?|[查设响]|时间|距?离|多久|几[点号月]|(?:星期|周|礼拜)几|哪一?天|什么时候|啥时候|何时|提醒|闹钟|安排在?|定在|还是|是不是|是|在|设了|有没有|查一?下|看一?下|要|[吗么呢啊呀的了我?？]/g;

/** What a shop has on its door, and what people ask each other: 看牙一般要多久, whatever is kept about it. */
export const openingHours =
  /开门|关门|开业|营业|打烊|上班时间|多久[^,，。]{1,6}[一1]次|一般(?:要|得|需要|是|在)?(?:多久|几|什么时候)|(?:几点|多久|什么时候|哪天)[^,，。]{0,8}(?:最|比较|更)?(?:好|合适|健康)(?:呢|呀|啊)?[?？]?\s*$/;

export const whenFree = /我.{0,6}有空.{0,6}(?:提醒|叫)|有空(?:再|就|的话)/;

export const who =
  /^(?:帮我|请|麻烦|你)?(?:看看|看一?下|查一?下|问问|问一?下)?(?:一下)?([\u4e00-\u9fff]{1,4}?)(?:今|明|后|大后|周|星期|下|这|最近|什么时候|有没有|有空|有时间|方便|忙|在|早|晚|上午|中午|\d)/;

export const notAName =
  /我|你|咱|大家|有人|谁|今|明|本|后|周|下|什么|哪|早|晚|这|那|[看查问]|日历|行事历|日程|行程|课表/;

export const ofTime = /空|忙|时间|方便/;

/** 七点的闹钟: what it is known by is its hour. */
export const asksForAlarm = /闹[钟铃]|提醒|定时/;

/** A name, marked as one. */
export const marksName =
  /(?:关于|有关|叫做?|名叫|名为)(?<name>[^,，。?？!！的]{2,30}?)(?:的|有|是|[,，。?？!！]|$)/;

/** Whether there is time is asked, and not what there is. */
export const asksIfFree =
  /空(?!调|间|气)|有时间|忙|得闲|闲|方便|没事[吗么]|有没有事|满(?:了|不满|没)|(?<![a-z])(?:free|available|busy)(?![a-z])/;

/** Only what comes again. */
export const repeating = /重复|循环|周期性|定期|每[天周月]都/;

/** What kind of thing something is, and no name. */
export const kindAlone =
  /^(?:会议?|闹[钟铃]|提醒|日程|活动|课程?|约会?|预约|安排|事情?|任务|待办|计划)$/;

/** Whose something is. */
export const owner = /(爸|妈|爷|奶|姥|外公|外婆|老婆|老公|儿子|女儿|哥|姐|弟|妹|叔|姨|舅|姑)/g;

/** What one does with a place or a thing, ahead of its name: 飞成都, 看牙. */
export const doingVerb = /^(?:飞|去|到|坐|乘|回|上|看|开|做|办|交|取|接|送)(?=.{2})/;

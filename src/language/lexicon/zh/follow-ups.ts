/** Words beside the time in "hm, 3:30 is safer" and "还是十一点吧": they name nothing. */
export const besideTime =
  /[呃额嗯啊哎唉诶欸哦噢哈]|好的?|行不行|行吗|行|可不可以|可以吗?|那就?|就|还是|要不|要么|不如|干脆|改|换|调|挪|移|推|延|成|到|至|为|在|是|应该|不对|不是|[说讲打搞弄记]错了?|我?(?:是)?说的?是|我的意思是|稳妥一?点?|保险一?点?|怎么样|如何|好吗|好不好|比较好|最好|更好|合适|吧|了|的|它|[这那][个样]?|刚才|时间|同?一样|同样|同一|不变|照旧|这样|也|都|再|需?要|有|得|大概|左右|一共|时长|开始|才|只|即可|先|把|帮我|给我|请|麻烦|谢谢|来|一[次遍回]|个|以后|之后|这样|起/g;

/** What was said before was a slip. */
export const slip = /不对|不是|[说讲打搞弄记]错/;

/** "这周末不用": those two days, not all weekends. */
export const oneWeekend = /[这本下那]个?(?:周末|星期末|礼拜末)/;

/** "不用每周，就这一次": it is meant once. */
export const once =
  /^\s*(?:不对|不是|不要|不用|啊|哦|每[天周月年]|[\s,，])*(?:就|只|只要|只有)(?:提醒|叫|来|有|是)?(?:我)?(?:这)?一[次回](?:就行|就好|就可以|吧|啊|的|了)*\s*[。.!！]*$/;

/** "周末就不用了", "明天先停一次": the days beside these words are left out. */
export const leavesOut = /不用|不要|不需要|不必|除了|除外|别|免了|算了|跳过|先?停(?!止)|休息/g;
export const besideLeftOut = /[叫响停]|提醒|闹|它|一天|一下|一次|的时候|除外|以外|之外|了|先/g;

/** "再加两分钟": so much later than it is. */
export const addsTime =
  /[再多]?[加多](?=.{1,8}(?:分|小时|钟头|刻))|[再多]等(?=.{1,8}(?:分|小时|钟头|刻))/;
export const besideAdded = /[加多等]|时间/g;

/** "same for Saturday", "周六也一样": once more, and the first one stays. */
export const onceMore = /也(?!是)|(?<!时间)(?:同样|一样)|再(?:来|加|提醒|叫|喊)|另外/;

/** Words that ask for a reminder, where the time beside them leaves no other reading. */
export const asksAgain = /提醒|[叫喊]|我|约|安排/g;

/** It is a question about the time, and no wish. */
export const asks = /[吗么](?<![行可以好]吗)\s*[?？]?\s*$|呢\s*[?？]?\s*$|几|什么|为什么/;

/** When it is over, not when it begins. */
export const ending =
  /结束|为止|完事|散场?|延长?(?=到)|截止|(?<=^|[只就])到(?=.{2,12}(?:就行|为止|即可|就好|就可以|停))|停止?/g;

/** "call it gym", "名字叫健身". */
export const naming =
  /^(?:名字|标题|内容|名称)(?:就|改)?(?:叫|是|为|成|写)(?<name>.+?)(?:吧|就行|好了)?$|^(?:就)?叫(?:它|这个|那个)(?<short>.+?)(?:吧|就行|好了)?$/;

/** "and in an hour to make the gravy": the words that asked before are meant once more. */
export const goingOn = /^\s*(?:还有|然后|另外|再[加来]上?一?个)/;

/** "the day after", "push it a week", "后一天". */
export const dayBeside =
  /(?<!倒数)(?:后一天|第二天|次日|隔天)|(?<back>前一天)|(?<week>(?:再下一?个?|后一个?)(?:周|星期|礼拜)(?![一二三四五六日天末]))/;

/** "改成半点": minutes beside the hour that it has. */
export const partOfHour =
  /(?<![\d零一二两三四五六七八九十]点?)(?<part>整点|半点|一刻|三刻)(?![钟半])(?<side>)/;
export const partMinutes: Readonly<Record<string, number>> = {
  整点: 0,
  半点: 30,
  一刻: 15,
  三刻: 45,
};
export const beforeHour = /^前$/;

/** "把计时器停了": of what was just set to run. */
export const stopsTimer =
  /^\s*(?:好了?|那|请|帮我|先)*(?:(?:停|关|取消|删|停止)(?:掉|了)?(?:这个|那个)?(?:计时器?|倒计时|定时器?)|把?(?:这个|那个)?(?:计时器?|倒计时|定时器?)(?:给我)?(?:停|关|取消|删)(?:掉|了)?)(?:吧|了|啊)*[。!！]*\s*$/;

/** Light and dark by the reader's own choice. A case is one line until it is opened, so that a group fits on a screen. */
export const reportStyle = `
:root { color-scheme: light dark; --ink: #1f2328; --dim: #59636e; --line: #d1d9e0; --ground: #fff; --raised: #f6f8fa; --good: #12703a; --bad: #b3261e; --note: #75600a; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ee; --dim: #9aa5b1; --line: #3a434d; --ground: #14181d; --raised: #1d232a; --good: #5fd38a; --bad: #ff8a80; --note: #e3c04d; }
}
* { box-sizing: border-box; }
body { font: 14px/1.45 "Report Han", system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", sans-serif; margin: 1rem auto; padding: 0 1rem; max-width: 110rem; color: var(--ink); background: var(--ground); }
h1 { font-size: 1.3rem; margin: 0; } h2 { font-size: 1rem; margin: 0 0 0.4rem; } h3 { font-size: 0.8rem; margin: 0; color: var(--dim); font-weight: 600; }
p, ul { margin: 0.2rem 0; } ul { padding-left: 1.1rem; } small { color: var(--dim); font-weight: 400; }
.sum { font-size: 1.05rem; }
nav { display: flex; flex-wrap: wrap; gap: 0.4rem; margin: 0.6rem 0; }
nav a { border: 1px solid var(--line); border-radius: 1rem; padding: 0.1rem 0.7rem; text-decoration: none; }
section { padding: 0.8rem 0; scroll-margin-top: 0; }
.table { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
.row { display: grid; grid-template-columns: 4.5rem minmax(14rem, 2fr) 8.5rem minmax(10rem, 2fr) minmax(10rem, 2fr); gap: 0.8rem; padding: 0.25rem 0.7rem; align-items: baseline; }
.row > span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.head { background: var(--raised); color: var(--dim); font-weight: 600; font-size: 0.8rem; }
.case { border-top: 1px solid var(--line); }
.case > summary { cursor: pointer; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary:hover, .case[open] > summary { background: var(--raised); }
.case > summary:focus-visible { outline: 2px solid var(--note); outline-offset: -2px; }
.steps { padding: 0.3rem 0.7rem 0.7rem; }
article { border-left: 3px solid var(--line); margin: 0.5rem 0; padding-left: 0.7rem; }
.said { font-weight: 600; } .reply { white-space: pre-wrap; color: var(--dim); }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr)); gap: 1rem; overflow-wrap: anywhere; }
.sides li { white-space: pre-wrap; }
.wrong { border-collapse: collapse; width: 100%; margin-top: 0.3rem; }
.wrong th, .wrong td { border: 1px solid var(--line); padding: 0.2rem 0.5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
.tail { color: var(--dim); font-size: 0.85rem; }
.passed { color: var(--good); } .failed { color: var(--bad); } .skipped { color: var(--note); }
@media (max-width: 60rem) {
  .row { grid-template-columns: 4.5rem 1fr; } .row > span:nth-child(n + 3) { display: none; }
}
`;

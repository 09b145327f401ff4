// In pieces by Unicode range: a browser fetches only those whose characters are on screen.
import 'pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css';

/** A notice of the system administration as its form. */
import { useParams } from 'react-router-dom';
import classes from '../notices.module.css';
import { NoticeEditor } from './NoticeEditor.tsx';

export function WrittenNoticePage() {
  const { noticeKey } = useParams();
  return (
    <div className={classes.page}>
      <NoticeEditor
        noticeKey={Number(noticeKey)}
        listPath="notice/list"
        pathOf={(key) => `notice/${key}/detail`}
      />
    </div>
  );
}
